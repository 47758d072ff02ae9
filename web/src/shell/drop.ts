// Files go in by dropping them anywhere, or by the input element. Only for a source that is live.
import { h, icon, icons } from '../base/dom';

export function makeOpenInput(open: (files: File[]) => void, text: string): HTMLLabelElement {
    const input = h('input', { type: 'file', multiple: true, 'data-open': true, class: 'unseen', 'aria-label': 'Open files' });
    input.addEventListener('change', () => {
        const files = [...(input.files ?? [])];
        input.value = '';
        if (files.length) open(files);
    });
    return h('label', { class: 'button open-button', title: 'Open files' }, input, icon(icons.open), h('span', null, text));
}

async function entriesOf(transfer: DataTransfer): Promise<File[]> {
    const entries = [...transfer.items]
        .map(item => (item.kind === 'file' ? item.webkitGetAsEntry?.() : null))
        .filter(entry => entry !== null && entry !== undefined);
    if (!entries.some(entry => entry.isDirectory)) return [...transfer.files];
    const files: File[] = [];
    const walk = async (entry: FileSystemEntry): Promise<void> => {
        if (entry.isFile) files.push(await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)));
        else {
            const reader = (entry as FileSystemDirectoryEntry).createReader();
            for (;;) {
                const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
                if (!some.length) return;
                for (const each of some) await walk(each);
            }
        }
    };
    for (const entry of entries) await walk(entry);
    return files;
}

export function startDropping(open: (files: File[]) => void): void {
    let depth = 0;
    const mark = (on: boolean) => document.body.classList.toggle('dropping', on);
    const hasFiles = (event: DragEvent) => [...(event.dataTransfer?.types ?? [])].includes('Files');
    addEventListener('dragenter', event => {
        if (hasFiles(event)) mark(++depth > 0);
    });
    addEventListener('dragleave', event => {
        if (hasFiles(event)) mark(--depth > 0);
    });
    addEventListener('dragover', event => {
        if (hasFiles(event)) event.preventDefault();
    });
    addEventListener('drop', event => {
        if (!event.dataTransfer || !hasFiles(event)) return;
        event.preventDefault();
        depth = 0;
        mark(false);
        void entriesOf(event.dataTransfer).then(files => {
            if (files.length) open(files);
        });
    });
}
