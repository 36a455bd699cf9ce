/**
 * The cache of a site: bytes by kind and key that can be recomputed, never the only copy of anything. The entries of one
 * pass and kind are written to one file, a pack: the hash of a list, the list (keys, lengths and hashes of the entries),
 * and the entries. A pack never changes; if two packs have the same key, the later one is valid. An entry with
 * a wrong hash is treated as missing.
 */
import {
	closeSync,
	fstatSync,
	lstatSync,
	openSync,
	readdirSync,
	readFileSync,
	readSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { HASH_LENGTH, hashOf } from '../../content/model/hash.ts';
import { CACHE_FOLDER } from './cache-folder.ts';
import { attempt, makeFolder } from './disk.ts';
import { hasEnded } from './processes.ts';

export interface Store {
	get(kind: string, key: string): Buffer | undefined;
	/** Whether the entry is listed; only `get` notices damage. */
	has(kind: string, key: string): boolean;
	/** The keys of all entries of a kind. */
	keys(kind: string): string[];
	put(kind: string, key: string, bytes: Uint8Array | string): void;
	/** Drops all entries of a kind except these. */
	sweep(kind: string, used: ReadonlySet<string>): void;
	/** Writes all new entries; threads and processes that open the store later see them. */
	save(): void;
	/** Drops everything. */
	clear(): void;
}

/** Bytes of one kind held in memory before they are written as a pack. */
const PACK_BYTES = 2_000_000;
/** Number of packs with less than half of `PACK_BYTES` in use, above which they are merged. */
const MAX_SMALL_PACKS = 12;
/** Packs per kind kept in memory: entries read in order alternate between the packs of two threads. */
const MAX_LOADED_PACKS = 2;
/** Characters before the list: its hash and its length. */
const HEAD_LENGTH = HASH_LENGTH + 8;
const PACK = /^([a-z]+)-(\d+)-\w+\.pack$/;

type Entry = [key: string, length: number, hash: string];

interface Place {
	pack: string;
	offset: number;
	length: number;
	hash: string;
}

/** The entries of one kind. */
interface Shelf {
	packs: string[];
	places: Map<string, Place>;
	waiting: Map<string, Buffer>;
	waitingSize: number;
	isChanged: boolean;
	/** Packs in memory, most recently used last. */
	loaded: Map<string, Buffer | undefined>;
}

/** A store in a folder, which is created with the first pack. */
export class DiskStore implements Store {
	private readonly shelves = new Map<string, Shelf>();
	private names: string[] | undefined;
	private lastNumber = 0;
	private written = 0;

	constructor(private readonly folder: string) {}

	get(kind: string, key: string): Buffer | undefined {
		const shelf = this.shelf(kind);
		const waiting = shelf.waiting.get(key);
		if (waiting) return waiting;
		const place = shelf.places.get(key);
		const bytes = place && this.readPack(shelf, place.pack)?.subarray(place.offset, place.offset + place.length);
		return bytes && hashOf(bytes) === place.hash ? bytes : undefined;
	}

	has(kind: string, key: string): boolean {
		const { waiting, places } = this.shelf(kind);
		return waiting.has(key) || places.has(key);
	}

	keys(kind: string): string[] {
		const { waiting, places } = this.shelf(kind);
		return [...places.keys(), ...waiting.keys()];
	}

	put(kind: string, key: string, content: Uint8Array | string): void {
		const shelf = this.shelf(kind);
		const bytes = typeof content === 'string' ? Buffer.from(content) : asBuffer(content);
		shelf.places.delete(key);
		shelf.waiting.set(key, bytes);
		shelf.waitingSize += bytes.length;
		shelf.isChanged = true;
		if (shelf.waitingSize > PACK_BYTES) this.writePack(kind, shelf);
	}

	sweep(kind: string, used: ReadonlySet<string>): void {
		const shelf = this.shelf(kind);
		for (const entries of [shelf.places, shelf.waiting]) {
			for (const key of [...entries.keys()]) if (!used.has(key)) shelf.isChanged = entries.delete(key);
		}
	}

	save(): void {
		for (const [kind, shelf] of this.shelves) {
			if (!shelf.isChanged) continue;
			mergeSmallPacks(shelf, (key) => this.get(kind, key));
			this.writePack(kind, shelf);
			const inUse = new Set([...shelf.places.values()].map(({ pack }) => pack));
			for (const pack of shelf.packs) if (!inUse.has(pack)) remove(join(this.folder, pack));
			shelf.packs = [...inUse];
			shelf.isChanged = false;
		}
	}

	clear(): void {
		for (const name of this.list()) if (PACK.test(name)) remove(join(this.folder, name));
		this.shelves.clear();
		this.names = undefined;
	}

	private list(): string[] {
		this.names ??= attempt(() => readdirSync(this.folder)) ?? [];
		return this.names;
	}

	/** Opened on first use: a command that needs one kind does not read the lists of others. */
	private shelf(kind: string): Shelf {
		const known = this.shelves.get(kind);
		if (known) return known;
		const numberOf = (name: string): number => Number(PACK.exec(name)?.[2] ?? 0);
		const all = this.list().filter((name) => PACK.test(name));
		this.lastNumber = Math.max(this.lastNumber, ...all.map(numberOf));
		const packs = all
			.filter((name) => PACK.exec(name)?.[1] === kind)
			.sort((a, b) => numberOf(a) - numberOf(b) || (a < b ? -1 : 1));
		const places = new Map(packs.flatMap((pack) => placesIn(this.folder, pack)));
		const shelf: Shelf = {
			packs,
			places,
			waiting: new Map(),
			waitingSize: 0,
			isChanged: false,
			loaded: new Map(),
		};
		this.shelves.set(kind, shelf);
		return shelf;
	}

	private readPack({ loaded }: Shelf, pack: string): Buffer | undefined {
		const bytes = loaded.has(pack) ? loaded.get(pack) : attempt(() => readFileSync(join(this.folder, pack)));
		loaded.delete(pack);
		loaded.set(pack, bytes);
		for (const oldest of loaded.keys()) if (loaded.size > MAX_LOADED_PACKS) loaded.delete(oldest);
		return bytes;
	}

	private writePack(kind: string, shelf: Shelf): void {
		if (shelf.waiting.size === 0) return;
		const entries = Array.from(shelf.waiting, ([key, bytes]): Entry => [key, bytes.length, hashOf(bytes)]);
		const list = Buffer.from(JSON.stringify(entries));
		const hash = hashOf(list);
		const head = Buffer.from(hash + list.length.toString(16).padStart(HEAD_LENGTH - HASH_LENGTH, '0'));
		const pack = `${kind}-${++this.lastNumber}-${hash}.pack`;
		this.write(pack, Buffer.concat([head, list, ...shelf.waiting.values()]));
		shelf.packs.push(pack);
		for (const [key, place] of placesOf(pack, list.length, entries)) shelf.places.set(key, place);
		shelf.waiting.clear();
		shelf.waitingSize = 0;
	}

	/** Writes a file atomically. */
	private write(name: string, bytes: Buffer): void {
		prepareFolder(this.folder);
		const target = join(this.folder, name);
		const temporary = `${target}.${process.pid}.${this.written++}`;
		writeFileSync(temporary, bytes);
		renameSync(temporary, target);
	}
}

/** If there are many small packs, moves their entries to those waiting to be written. */
function mergeSmallPacks(shelf: Shelf, get: (key: string) => Buffer | undefined): void {
	const sizes = new Map<string, number>();
	for (const { pack, length } of shelf.places.values()) sizes.set(pack, (sizes.get(pack) ?? 0) + length);
	const small = new Set([...sizes].filter(([, size]) => size < PACK_BYTES / 2).map(([pack]) => pack));
	if (small.size <= MAX_SMALL_PACKS) return;
	for (const [key, { pack }] of [...shelf.places]) {
		if (!small.has(pack)) continue;
		const bytes = get(key);
		shelf.places.delete(key);
		if (bytes) shelf.waiting.set(key, bytes);
	}
}

/** The entries of a pack; none if its list is damaged. */
function placesIn(folder: string, pack: string): [string, Place][] {
	const found = attempt(() => {
		const file = openSync(join(folder, pack), 'r');
		try {
			const head = readPiece(file, 0, HEAD_LENGTH);
			const list = readPiece(file, HEAD_LENGTH, Number.parseInt(head.toString('latin1', HASH_LENGTH), 16));
			return head.toString('latin1', 0, HASH_LENGTH) === hashOf(list) ? list : undefined;
		} finally {
			closeSync(file);
		}
	});
	return found ? placesOf(pack, found.length, JSON.parse(found.toString()) as Entry[]) : [];
}

function readPiece(file: number, offset: number, length: number): Buffer {
	const bytes = Buffer.alloc(Math.min(length, fstatSync(file).size));
	readSync(file, bytes, 0, bytes.length, offset);
	return bytes;
}

function placesOf(pack: string, listLength: number, entries: Entry[]): [string, Place][] {
	let offset = HEAD_LENGTH + listLength;
	return entries.map(([key, length, hash]) => {
		offset += length;
		return [key, { pack, offset: offset - length, length, hash }];
	});
}

/** Makes the folder of a store; removes a file in its place, and unfinished packs of killed processes. */
function prepareFolder(folder: string): void {
	// Never remove a path that the author named.
	if (basename(folder) === CACHE_FOLDER && isNotFolder(folder)) rmSync(folder, { force: true });
	makeFolder(folder);
	for (const name of readdirSync(folder)) {
		const pid = /\.pack\.(\d+)\.\d+$/.exec(name)?.[1];
		if (pid !== undefined && hasEnded(Number(pid))) remove(join(folder, name));
	}
}

/** Whether a path is a file, or a link to a file or to nothing. Other disk errors are thrown. */
function isNotFolder(path: string): boolean {
	const stat = lstatSync(path, { throwIfNoEntry: false });
	if (!stat?.isSymbolicLink()) return stat !== undefined && !stat.isDirectory();
	try {
		return statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ELOOP') return true;
		throw error;
	}
}

function remove(path: string): void {
	rmSync(path, { recursive: true, force: true });
}

function asBuffer(bytes: Uint8Array): Buffer {
	return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
