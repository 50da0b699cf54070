import "server-only";
import { importPicture } from "../../platform/media/mutations";
import { isExternal } from "../../platform/media/rules";
import type { createSessionClientOn } from "../../platform/supabase/session";
import type { Row } from "./queries";
import type { Field } from "./resource";

type Client = ReturnType<typeof createSessionClientOn>;
type Imported = { values: Row; errors: Record<string, string> };

/**
 * Copies the external images of a row to this site and returns its values with the new URLs; an error for each image
 * that failed, by field path.
 */
export async function importPictures(
  client: Client,
  accountId: string,
  fields: readonly Field[],
  values: Row,
): Promise<Imported> {
  const errors: Record<string, string> = {};
  const copies = new Map<string, string>();
  const copied = async (address: unknown, path: string): Promise<unknown> => {
    if (!isExternal(address) || copies.has(address)) return copies.get(address as string) ?? address;
    const answer = await importPicture(client, accountId, address);
    if ("problem" in answer) errors[path] = `picture.${answer.problem}`;
    else copies.set(address, answer.path);
    return "path" in answer ? answer.path : address;
  };
  const replaced: Row = { ...values };
  for (const { name, kind } of fields) {
    const value = values[name];
    if (kind === "image" && value !== undefined) replaced[name] = await copied(value, name);
    if (kind !== "gallery" || !Array.isArray(value)) continue;
    const addresses: unknown[] = [];
    for (const [index, address] of value.entries()) addresses.push(await copied(address, `${name}.${index}`));
    // Two copies of the same image get the same path; keep it once.
    replaced[name] = [...new Set(addresses)];
  }
  return { values: replaced, errors };
}
