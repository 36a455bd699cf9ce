/** Explains errors of the disk or the system as findings: they are not failures of docsgen. */
import type { Diagnostic } from '../../content/model/page.ts';

const REASONS: Record<string, [what: string, hint: string]> = {
	ENOSPC: ['The disk is full', 'Free some space, and run the command again.'],
	EDQUOT: ['Your disk quota is used up', 'Free some space, and run the command again.'],
	EACCES: ['Permission denied', 'Check the permissions of the file and of the folders above it.'],
	EPERM: ['The system does not permit this', 'Check the permissions of the file and of the folders above it.'],
	EROFS: ['The disk is read-only', 'Choose a writable folder with --out-dir.'],
	EBUSY: ['Another program has this file open', 'Close it, and run the command again.'],
	EMFILE: ['Too many files are open', 'Raise the limit: ulimit -n 4096.'],
	ENFILE: ['Too many files are open on this machine', 'Close other programs, and run the command again.'],
	EFBIG: ['This file is too large', 'Make it smaller than 50 MB.'],
	EIO: ['The disk reports an error', 'Check the disk: the site is not at fault.'],
	ENOTDIR: ['A file is in the place of a folder', 'Choose another folder with --out-dir.'],
	ENAMETOOLONG: ['This name is too long for the disk', 'Choose a shorter one.'],
	EXDEV: ['A file cannot be moved between disks', 'Choose an output folder on the disk of the site.'],
	ENOENT: ['This file or folder is gone', 'Another program may have removed it. Run the command again.'],
	ELOOP: ['Symbolic links form a circle', 'Fix the links.'],
};

/** The finding for an error of a system call; undefined for every other error. */
export function explainDiskError(error: unknown): Diagnostic | undefined {
	if (!(error instanceof Error)) return undefined;
	const { code = '', syscall, path, dest } = error as NodeJS.ErrnoException & { dest?: string };
	const [what, hint] = REASONS[code] ?? [];
	if (syscall === undefined || what === undefined) return undefined;
	const place = dest ?? path;
	const message = `${what}${place === undefined ? '' : `: ${place}`} (${code}, ${syscall}).`;
	return { code: 'disk-error', severity: 'error', message, hint };
}
