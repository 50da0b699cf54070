// supabase-js prints this warning in every process under Node 20, which is supported here. Loaded by NODE_OPTIONS.
const REPEATED = "Node.js 20 and below are deprecated";
const { warn } = console;

console.warn = (...values) => {
  if (!String(values[0]).includes(REPEATED)) warn(...values);
};
