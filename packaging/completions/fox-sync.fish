# Completion of fox-sync for fish: the program itself says what can stand at the cursor.

function __fox_sync_complete
    set -l typed (commandline --cut-at-cursor --tokenize --current-process)
    set -l current (commandline --cut-at-cursor --current-token)
    for line in (command $typed[1] complete -- $typed[2..-1] "$current" 2>/dev/null)
        switch $line
            case :file
                __fish_complete_path "$current"
            case :folder
                __fish_complete_directories "$current" ''
            case '*'
                echo $line
        end
    end
end

complete --command fox-sync --no-files --keep-order --arguments '(__fox_sync_complete)'
complete --command fox-sync-bench --no-files --keep-order --arguments '(__fox_sync_complete)'
