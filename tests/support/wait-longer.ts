// The default timeout of `findBy` and `waitFor` is one second, which a render on a busy machine can exceed.
if (typeof document !== "undefined") {
  const { configure } = await import("@testing-library/react");
  configure({ asyncUtilTimeout: 10_000 });
}
export {};
