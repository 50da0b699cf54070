import path from "node:path";

/** The directory with the embedded backend's database, files, keys and mail. */
export function stateDirectory(): string {
  return path.resolve(process.env.SUPABASE_LOCAL_DIR ?? path.join(import.meta.dirname, "../../supabase/.temp"));
}
