// A static host for the built page, with the headers that threads need; `isolated: false` leaves them out, and
// `compressed: true` sends the brotli files that lie beside the others, as `stockade serve` does.
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const kRoot = fileURLToPath(new URL('../dist', import.meta.url));
const kTypes = {
    '.html': 'text/html; charset=utf-8',
    '.js': 'text/javascript',
    '.css': 'text/css',
    '.wasm': 'application/wasm',
    '.svg': 'image/svg+xml',
    '.woff2': 'font/woff2',
    '.png': 'image/png',
    '.webmanifest': 'application/manifest+json',
};

export function serve({ port = 0, isolated = true, compressed = false } = {}) {
    const server = createServer((request, response) => {
        const path = normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname));
        const file = join(kRoot, path.endsWith('/') ? `${path}index.html` : path);
        if (!file.startsWith(kRoot) || !existsSync(file) || !statSync(file).isFile()) {
            response.writeHead(404).end('not found');
            return;
        }
        const headers = { 'Content-Type': kTypes[extname(file)] ?? 'application/octet-stream' };
        if (isolated)
            Object.assign(headers, {
                'Cross-Origin-Opener-Policy': 'same-origin',
                'Cross-Origin-Embedder-Policy': 'require-corp',
                'Cross-Origin-Resource-Policy': 'same-origin',
            });
        const brotli = compressed && /\bbr\b/.test(request.headers['accept-encoding']) && existsSync(`${file}.br`);
        if (brotli) headers['Content-Encoding'] = 'br';
        response.writeHead(200, headers);
        createReadStream(brotli ? `${file}.br` : file).pipe(response);
    });
    return new Promise((resolve) =>
        server.listen(port, '127.0.0.1', () =>
            resolve({ url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() }),
        ),
    );
}

if (process.argv[1] === fileURLToPath(import.meta.url))
    console.log((await serve({ port: Number(process.argv[2] ?? 8080) })).url);
