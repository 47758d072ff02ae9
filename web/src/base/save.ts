// What leaves the page: a file that is saved, text on the clipboard.

export function saveAs(fileName: string, type: string, parts: BlobPart[]): void {
    const address = URL.createObjectURL(new Blob(parts, { type }));
    const link = document.createElement('a');
    link.href = address;
    link.download = fileName.replace(/[^\w.() -]/g, '_');
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

// True when it is on the clipboard.
export async function copyText(text: string): Promise<boolean> {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        const area = document.createElement('textarea');
        area.value = text;
        area.className = 'unseen';
        document.body.append(area);
        area.select();
        const done = document.execCommand('copy');
        area.remove();
        return done;
    }
}
