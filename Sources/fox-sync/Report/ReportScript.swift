// The page's own script: searching and filtering, no more. Without it everything is shown.

/// The script of the page.
enum ReportScript {
    /// Plain JavaScript.
    static let text: Markup = """
        'use strict';
        (() => {
          const at = (id) => document.getElementById(id);
          const runs = [...document.querySelectorAll('.run')];
          const texts = new Map();
          const words = (run) => {
            if (!texts.has(run)) texts.set(run, run.textContent.toLowerCase());
            return texts.get(run);
          };
          const show = () => {
            const wanted = at('search').value.toLowerCase().split(/\\s+/).filter(Boolean);
            const device = at('device').value, result = at('result').value;
            let count = 0;
            for (const run of runs) {
              const fits = (!device || run.dataset.device === device)
                && (!result || run.dataset.result === result)
                && wanted.every((word) => words(run).includes(word));
              run.hidden = !fits;
              if (fits) count += 1;
            }
            at('count').textContent = count + ' of ' + runs.length;
            at('none').hidden = count > 0;
            for (const card of document.querySelectorAll('.card'))
              card.classList.toggle('chosen', card.dataset.device === device);
          };
          at('filters').addEventListener('input', show);
          at('filters').addEventListener('submit', (event) => event.preventDefault());
          for (const card of document.querySelectorAll('.card'))
            for (const kind of ['click', 'keydown'])
              card.addEventListener(kind, (event) => {
                if (kind === 'keydown' && event.key !== 'Enter') return;
                const select = at('device');
                select.value = select.value === card.dataset.device ? '' : card.dataset.device;
                show();
              });
          at('print').addEventListener('click', () => print());
          // A link can name a run, #run-7k3m9q2x, or what to look for, #search=fox%203&result=held.
          const open = () => {
            const run = location.hash.startsWith('#run-') && at(location.hash.slice(1));
            if (run) { run.open = true; run.scrollIntoView(); return; }
            const said = new URLSearchParams(location.hash.slice(1));
            for (const field of ['search', 'device', 'result'])
              if (said.has(field)) at(field).value = said.get(field);
            show();
          };
          addEventListener('hashchange', open);
          show();
          open();
        })();
        """
}
