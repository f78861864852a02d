// Files and texts for other programs.
import { t } from './strings.js';
import { toast } from './toast.js';

/** @param {Blob} blob @param {string} name @param {string} said */
export function save(blob, name, said) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    toast(t(said));
}

/** @param {Uint8Array<ArrayBuffer>} bytes @param {string} name @param {string} said */
export const saveBytes = (bytes, name, said) => save(new Blob([bytes], { type: 'application/octet-stream' }), name, said);

/** @param {string} text @param {string} said */
export async function copyText(text, said) {
    try {
        await navigator.clipboard.writeText(text);
        toast(t(said));
    } catch {
        toast(text);
    }
}
