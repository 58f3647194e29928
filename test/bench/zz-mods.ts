const what = process.argv[2]!;
const a = process.cpuUsage();
const t=performance.now();
await import(what);
const u=process.cpuUsage(a);
console.log(what, Math.round(performance.now()-t), Math.round((u.user+u.system)/1000));
