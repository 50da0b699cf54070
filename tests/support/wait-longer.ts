// `findBy` and `waitFor` give up after a second, which a machine with other work can need for one render.
if (typeof document !== "undefined") {
  const { configure } = await import("@testing-library/react");
  configure({ asyncUtilTimeout: 10_000 });
}
export {};
