import { copyFileSync } from "node:fs";
import path from "node:path";
import { loadKeys } from "../../supabase/local/keys";
import { newStateDirectory, ownPortal, startPortal, type Portal } from "../../tests/e2e/support/portal";
import { stateDirectory } from "../start/state-directory";

export const SOAK_PORT = Number(process.env.PORT || 3600);

/** Starts the portal with the keys of the default directory: with the keys of a new one, each run would build again. */
export function openPortal(): Promise<Portal> {
  const dir = newStateDirectory();
  loadKeys(stateDirectory());
  copyFileSync(path.join(stateDirectory(), "keys.env"), path.join(dir, "keys.env"));
  const backend = Number(process.env.SUPABASE_LOCAL_PORT || 54_721);
  return startPortal(dir, {
    ...ownPortal(SOAK_PORT, dir),
    SUPABASE_LOCAL_PORT: String(backend),
    SUPABASE_LOCAL_DB_PORT: process.env.SUPABASE_LOCAL_DB_PORT || String(backend + 1),
  });
}
