import { readFileSync } from "node:fs";
import path from "node:path";

export type MapsRefusal =
  | "ApiNotActivatedMapError"
  | "InvalidKeyMapError"
  | "BillingNotEnabledMapError"
  | "REQUEST_DENIED";

/** The text of the script that stands in for Google's; `refusal`: the reason why Google refuses the key. */
export function googleMapsScript(refusal?: MapsRefusal): string {
  const script = readFileSync(path.join(import.meta.dirname, "google-maps-script.js"), "utf8");
  return `const REFUSAL = ${JSON.stringify(refusal ?? null)};\n${script}`;
}
