// What a module asks of whoever loads it.
import { readFileSync } from "node:fs";

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
console.log(JSON.stringify(WebAssembly.Module.imports(module).map(({ name }) => name)));
