import "server-only";
import { importPicture } from "../media/mutations";
import { isExternal } from "../media/rules";
import type { createSessionClientOn } from "../platform/supabase/session";
import type { Row } from "./queries";
import type { Field } from "./resource";

type Client = ReturnType<typeof createSessionClientOn>;
type Imported = { values: Row; errors: Record<string, string> };

/** Values of a row with its pictures of other sites copied to this one; an error for each that could not be, by the path of its field. */
export async function importPictures(client: Client, accountId: string, fields: readonly Field[], values: Row): Promise<Imported> {
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
    // The same picture twice would be one picture shown twice.
    replaced[name] = [...new Set(addresses)];
  }
  return { values: replaced, errors };
}
