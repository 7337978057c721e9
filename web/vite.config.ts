/// <reference types="vitest/config" />
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';
import { messages, wordsFile } from './messages.js';
import { rulebook, rulebookChunk } from './rulebook.js';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Threads need a page that shares its process with no other origin. */
const isolation = {
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
};

/**
 * `virtual:networks`: the address of each file in networks/ by the spec of the game it was made for (docs/network.md).
 */
function networks(): Plugin {
    const folder = here('../networks');
    const specOf = (name: string) => {
        const file = readFileSync(`${folder}/${name}`);
        const [, spec] = /^spec (.+)$/m.exec(file.subarray(32, 32 + file.readUInt32LE(12)).toString()) ?? [];
        if (!spec) throw new Error(`${folder}/${name}: expected a network, there is no game in it`);
        return spec;
    };
    return {
        name: 'stockade-networks',
        resolveId: (id) => (id === 'virtual:networks' ? `\0${id}` : undefined),
        load(id) {
            if (id !== '\0virtual:networks') return undefined;
            const names = readdirSync(folder)
                .filter((name) => name.endsWith('.net'))
                .sort();
            const imports = names.map((name, i) => `import n${i} from ${JSON.stringify(`${folder}/${name}?url`)};`);
            const entries = names.map((name, i) => `${JSON.stringify(specOf(name))}: n${i}`);
            return `${imports.join('')}export default {${entries.join()}};`;
        },
    };
}

/** The rules come with the page's first files, and not once its script has asked for them: a round trip less. */
function rulesAtOnce(): Plugin {
    return {
        name: 'stockade-rules-at-once',
        apply: 'build',
        transformIndexHtml(_, { bundle }) {
            const rules = Object.keys(bundle ?? {}).find((name) => /\/rules-[^/]*\.wasm$/.test(name));
            if (!rules) return [];
            const attrs = { rel: 'preload', as: 'fetch', crossorigin: '', href: `./${rules}` };
            return [{ tag: 'link', attrs, injectTo: 'head' }];
        },
    };
}

/** Writes the service worker with the list of all built files, words apart, and a version that changes with any. */
function offline(): Plugin {
    return {
        name: 'stockade-offline',
        apply: 'build',
        generateBundle(_, bundle) {
            const files = Object.keys(bundle)
                .filter((name) => !name.endsWith('.map') && name !== 'index.html')
                .sort();
            const words = files.filter((name) => name.startsWith('assets/words-'));
            const listed = [
                './',
                ...files.filter((name) => !words.includes(name)),
                'first.js',
                'manifest.webmanifest',
                'icon.svg',
                'icon-192.png',
                'icon-512.png',
            ];
            const page = bundle['index.html'];
            const text = page && page.type === 'asset' ? String(page.source) : '';
            let version = 5381;
            for (const c of listed.join() + words.join() + text) version = ((version * 33) ^ c.charCodeAt(0)) >>> 0;
            const source = readFileSync(here('src/service-worker.js'), 'utf8')
                .replace('__FILES__', JSON.stringify(listed))
                .replace('__WORDS__', JSON.stringify(words))
                .replace('__VERSION__', JSON.stringify(version.toString(36)));
            this.emitFile({ type: 'asset', fileName: 'service-worker.js', source });
        },
    };
}

/**
 * Compressed forms beside each file that gains by it, for hosts that send what lies there (`stockade serve` does). Node
 * compresses in threads of its own, so all files are given to it at once.
 */
function compressed(): Plugin {
    // Modules and networks take half a minute and seldom change, so large files are compressed once.
    const cache = here('node_modules/.cache/stockade');
    const kept = async (content: Buffer, kind: string, compress: () => Promise<Buffer>): Promise<Buffer> => {
        if (content.length < 100_000) return compress();
        const file = `${cache}/${createHash('sha256').update(content).digest('hex')}.${kind}`;
        if (existsSync(file)) return readFileSync(file);
        mkdirSync(cache, { recursive: true });
        const made = await compress();
        writeFileSync(`${file}.part`, made);
        renameSync(`${file}.part`, file);
        return made;
    };
    const [brotliOf, gzipOf] = [promisify(brotliCompress), promisify(gzip)];
    return {
        name: 'stockade-compressed',
        apply: 'build',
        enforce: 'post',
        async writeBundle(options, bundle) {
            const write = async (name: string, content: Buffer) => {
                const params = {
                    [constants.BROTLI_PARAM_QUALITY]: 11,
                    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
                };
                const br = await kept(content, 'br', () => brotliOf(content, { params }));
                writeFileSync(`${options.dir}/${name}.br`, br);
                const gz = await kept(content, 'gz', () => gzipOf(content, { level: 9 }));
                writeFileSync(`${options.dir}/${name}.gz`, gz);
            };
            const bytesOf = (item: (typeof bundle)[string]) =>
                Buffer.from(item.type === 'chunk' ? item.code : item.source);
            const files = Object.entries(bundle)
                .filter(([name]) => /\.(js|css|wasm|html|svg|net)$/.test(name))
                .map(([name, item]) => ({ name, content: bytesOf(item) }))
                .filter(({ content }) => content.length >= 1024)
                // The longest first, so that no thread has one left when the others are done.
                .sort((a, b) => b.content.length - a.content.length);
            await Promise.all(files.map(({ name, content }) => write(name, content)));
        },
    };
}

export default defineConfig({
    base: './',
    plugins: [svelte(), networks(), messages(), rulebook(), rulesAtOnce(), offline(), compressed()],
    resolve: { alias: { $board: here('board'), $src: here('src') } },
    build: {
        target: 'es2021',
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        reportCompressedSize: false,
        rollupOptions: {
            output: {
                chunkFileNames: ({ facadeModuleId }) =>
                    wordsFile(facadeModuleId) ?? rulebookChunk(facadeModuleId) ?? 'assets/[name]-[hash].js',
            },
        },
    },
    worker: { format: 'iife', plugins: () => [networks()] },
    // Beside a `stockade serve` on its usual port.
    server: {
        headers: isolation,
        fs: { allow: ['..'] },
        proxy: { '/api': 'http://localhost:8080', '/ws': { target: 'ws://localhost:8080', ws: true } },
    },
    preview: { headers: isolation },
    // Generous: the machine may be busy with other tests.
    test: { include: ['{board,src}/**/*.test.ts'], environment: 'node', testTimeout: 60_000 },
});
