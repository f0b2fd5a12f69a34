// Buffers, strings, compression on the pool's threads, and workers that hand memory to one another.
'use strict';
const crypto = require('crypto');
const zlib = require('zlib');
const { promisify } = require('util');
const { Worker, isMainThread, parentPort, workerData } = require('worker_threads');

const hash = data => crypto.createHash('sha256').update(data).digest('hex').slice(0, 16);

function fill(rounds, seed) {
    const kept = [];
    let total = 0;
    for (let i = 0; i < rounds; i++) {
        const size = (i * 7919 + seed) % 70000 + 1;
        const buffer = i % 2 ? Buffer.alloc(size, i & 255) : new Uint8Array(size).fill(i & 255);
        kept[(i * 31) % 200] = buffer;
        total = (total + buffer[size - 1] * size) % 1000003;
    }
    return total + kept.reduce((sum, buffer) => sum + (buffer ? buffer.length : 0), 0);
}

async function main(scale) {
    console.log(fill(8000 * scale, 1));
    const records = Array.from({ length: 20000 * scale }, (_, i) => ({ id: i, name: `n${i * 7}` }));
    const text = JSON.stringify(records);
    console.log(text.length, hash(text), JSON.parse(text).length);
    const [pack, unpack] = [promisify(zlib.gzip), promisify(zlib.gunzip)];
    const parts = await Promise.all(Array.from({ length: 24 }, async (_, i) => {
        const part = Buffer.from(text.slice(i * 1000, i * 1000 + 200000));
        return hash(await unpack(await pack(part)));
    }));
    console.log(hash(parts.join()));
    const answers = await Promise.all([1, 2, 3, 4].map(seed => new Promise((done, failed) => {
        const worker = new Worker(__filename, { workerData: { seed, rounds: 3000 * scale } });
        worker.once('message', data => done(hash(Buffer.from(data))));
        worker.once('error', failed);
    })));
    console.log(answers.join(' '));
}

if (isMainThread) {
    main(Number(process.argv[2]));
} else {
    const data = new Uint8Array(4 << 20).fill(fill(workerData.rounds, workerData.seed) & 255);
    parentPort.postMessage(data.buffer, [data.buffer]);
}
