# Completion of fox-sync for bash: the program itself says what can stand at the cursor.
# shellcheck shell=bash

_fox_sync() {
    local IFS=$' \t\n' program=${1:-fox-sync} current typed quote= word plain kind= rest keep index
    local -a words answers
    COMPREPLY=()
    # Words as a person sees them: readline also splits at '=' and ':'.
    typed=${COMP_LINE:0:COMP_POINT}
    __fox_sync_split "$typed"
    current=${words[${#words[@]} - 1]}
    mapfile -t answers < <("$program" complete -- "${words[@]:1}" 2>/dev/null)
    # Readline replaces what stands behind the last of these, so that alone is given back.
    keep=
    if [[ -z $quote && $current == *[=:]* ]]; then
        rest=${current##*[=:]}
        keep=${current:0:${#current}-${#rest}}
    fi
    for word in "${answers[@]}"; do
        case $word in
            :file | :folder) kind=${word#:} ;;
            *)
                plain=${word%%$'\t'*}
                [[ $plain == "$current"* ]] || continue
                plain=${plain:${#keep}}
                # Within quotes readline inserts a word as it is: what would end them, or mean something
                # between them, is not offered.
                case $quote in
                    "'") [[ $plain != *\'* ]] || continue ;;
                    '"') [[ $plain != *[\\\"\$\`\!]* ]] || continue ;;
                    *) printf -v plain %q "$plain" ;;
                esac
                # The sign belongs to the word, and its value follows it.
                [[ $plain == *\\= ]] && plain=${plain%\\=}=
                COMPREPLY+=("$plain")
                ;;
        esac
    done
    case $kind in
        file) compopt -o default ;;
        folder) compopt -o dirnames -o filenames ;;
    esac
    [[ ${#COMPREPLY[@]} -eq 0 || ${COMPREPLY[0]} != *= ]] || compopt -o nospace
}

# Splits a line as the shell would, without running anything in it; sets words and quote.
__fox_sync_split() {
    local line=$1 word='' character started='' position
    words=() quote=
    for ((position = 0; position < ${#line}; position++)); do
        character=${line:position:1}
        if [[ $quote == "'" ]]; then
            if [[ $character == "'" ]]; then quote=; else word+=$character; fi
        elif [[ $character == \\ ]]; then
            ((++position))
            word+=${line:position:1} started=yes
        elif [[ $quote == '"' ]]; then
            if [[ $character == '"' ]]; then quote=; else word+=$character; fi
        elif [[ $character == [\'\"] ]]; then
            quote=$character started=yes
        elif [[ $character == [[:space:]] ]]; then
            [[ -z $started ]] || words+=("$word")
            word='' started=
        else
            word+=$character started=yes
        fi
    done
    words+=("$word")
}

complete -F _fox_sync fox-sync fox-sync-bench
