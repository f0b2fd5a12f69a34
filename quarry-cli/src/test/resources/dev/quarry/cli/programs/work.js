const crypto = require('node:crypto');
const zlib = require('node:zlib');
const { Worker, isMainThread, parentPort, workerData } = require('node:worker_threads');

if (isMainThread) {
    const row = (_, i) => ({ id: i, name: `row ${i % 997}`, x: i / 3 });
    const rows = Array.from({ length: 50000 }, row);
    rows.sort((a, b) => a.name.localeCompare(b.name) || a.id - b.id);
    const text = JSON.stringify(rows);
    console.log(text.length, crypto.createHash('sha256').update(text).digest('hex'));

    const packed = zlib.gzipSync(text);
    console.log(packed.length, zlib.gunzipSync(packed).toString() === text);

    const buffers = [];
    for (let i = 0; i < 20000; i++) {
        buffers[i % 300] = Buffer.alloc(i * 37 % 9000, i & 255);
    }
    console.log(buffers.reduce((sum, b) => sum + b.length, 0));

    Promise.all([1, 2, 3, 4].map((n) => new Promise((resolve, reject) => {
        const worker = new Worker(__filename, { workerData: n });
        worker.once('message', resolve);
        worker.once('error', reject);
    }))).then((results) => {
        console.log(results.join(' '));
        process.exitCode = 6;
    });
} else {
    const map = new Map();
    for (let i = 0; i < 30000; i++) {
        map.set(`${workerData}:${i}`, new Uint8Array(i % 500));
        map.delete(`${workerData}:${i >> 1}`);
    }
    let sum = 0;
    for (const value of map.values()) sum += value.length;
    parentPort.postMessage(`${workerData}:${map.size}:${sum}`);
}
