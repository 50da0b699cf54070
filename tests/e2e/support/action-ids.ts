import { readFileSync } from "node:fs";
import path from "node:path";
import { actionName } from "../../support/access/subjects";

/** The action ids of this build, by the name of their line in the access table. */
export function actionIds(): Map<string, string> {
  type Manifest = { node: Record<string, { filename: string; exportedName: string }> };
  const { node } = JSON.parse(
    readFileSync(path.resolve(".next/server/server-reference-manifest.json"), "utf8"),
  ) as Manifest;
  return new Map(
    Object.entries(node).map(([id, { filename, exportedName }]) => [actionName(filename, exportedName), id]),
  );
}
