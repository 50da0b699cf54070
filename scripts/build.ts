import { build, isBuilt } from "./start/build";
import { printLine, stopWithReason } from "./start/console";
import { applyEnvironment } from "./start/environment";
import { startBackend, stopAll } from "./start/processes";

try {
  const { embedded } = applyEnvironment();
  if (isBuilt()) printLine("· site já compilado");
  else {
    const backend = embedded ? startBackend("as páginas") : Promise.resolve(null);
    await Promise.all([backend, build({ backend, isStart: false })]);
  }
  await stopAll();
} catch (error) {
  await stopAll();
  stopWithReason(error);
}
