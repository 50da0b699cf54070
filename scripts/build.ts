import { ensureBuild } from "./start/build";
import { stopWithReason } from "./start/console";
import { applyEnvironment } from "./start/environment";
import { startBackend, stopAll } from "./start/processes";

try {
  const { embedded } = applyEnvironment();
  if (embedded) await startBackend();
  await ensureBuild();
  await stopAll();
} catch (error) {
  await stopAll();
  stopWithReason(error);
}
