// The dialog of an import: the field, what was found in it, and a list where there are several games.
import { esc } from './dom.js';
import { endOf, imported } from './import.js';
import { segments } from './picker.js';
import { count, isOver } from './rules.js';
import { sideName, t } from './strings.js';

/** Rows that are drawn: a longer list is searched. */
const ROWS = 50;

/** @returns {{ html: string, ready: boolean }} */
export function importHtml() {
    const { list, problem, found } = imported;
    const ready = found !== null;
    if (list) return { html: listHtml(list) + foundHtml(), ready };
    const drop =
        `<label class="drop"><input type="file" class="sr" data-set="file" accept=".txt,.ggf,.wtb,.jou,text/plain" multiple>` +
        `<span>${t('drop')}</span><b>${t('choose')}</b></label>`;
    const field =
        `<textarea data-set="import" aria-label="${t('importHelp')}" placeholder="${t('importHelp')}"` +
        ` spellcheck="false" autocapitalize="off"${problem ? ' aria-invalid="true" aria-describedby="import-problem"' : ''}></textarea>`;
    return { html: `${field}${problemHtml()}${foundHtml()}${drop}`, ready };
}

/** The message, and the text around the place with the place underlined. */
function problemHtml() {
    if (!imported.problem) return '<div role="alert" id="import-problem"></div>';
    const { text, from, to, message } = imported.problem;
    const before = text.slice(Math.max(0, from - 24), from);
    const place = text.slice(from, Math.min(to, from + 80));
    const around =
        text === ''
            ? ''
            : `<span class="place">${from > 24 ? '…' : ''}${esc(before)}<code>${esc(place)}</code>${esc(text.slice(to, to + 24))}</span>`;
    return `<div role="alert" id="import-problem"><p class="err">${esc(message)}</p>${around}</div>`;
}

/** The last position of what was found, and a choice of the side to move where the text does not say it. */
function foundHtml() {
    if (!imported.found) return '<div class="found" hidden></div>';
    const { game, title, sideOpen } = imported.found;
    const { cells } = game.at(game.length);
    const mini = [...cells].map((c) => `<i class="${c === 'X' ? 'b' : c === 'O' ? 'w' : ''}"></i>`).join('');
    // The title of a board says who is to move.
    const note = game.length > 0 || isOver(game.start) ? endOf(game) : t('empties', { n: count(cells, '-') });
    const sides = sideOpen
        ? segments(
              'importSide',
              t('sideToMove'),
              [
                  ['X', sideName('X')],
                  ['O', sideName('O')],
              ],
              game.start.side,
          )
        : '';
    return (
        `<div class="found"><div class="mini" aria-hidden="true">${mini}</div>` +
        `<p role="status"><b>${esc(title)}</b><br><small>${note}</small></p></div>${sides}`
    );
}

/** @param {import('./import.js').Row[]} list */
function listHtml(list) {
    const wanted = imported.search.trim().toLowerCase();
    const rows = [];
    for (const [index, row] of list.entries()) {
        if (rows.length >= ROWS) break;
        const title = row.title();
        if (!title.toLowerCase().includes(wanted)) continue;
        rows.push(
            `<li><button data-act="pick" data-arg="${index}"${index === imported.picked ? ' aria-pressed="true"' : ''}${row.game ? '' : ' disabled'}>` +
                `<b>${esc(title)}</b><span>${esc(row.note())}</span></button></li>`,
        );
    }
    const heading = esc(imported.heading);
    return `<p class="small">${heading}</p><input class="searchbox" type="search" data-set="search" placeholder="${t('search')}" aria-label="${t('search')}">
<ul class="list games" tabindex="0" aria-label="${heading}">${rows.join('') || `<li>${t('noPlayer')}</li>`}</ul>`;
}
