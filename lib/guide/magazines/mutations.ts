import "server-only";
import type { createSessionClientOn } from "../../platform/supabase/session";
import { issueFileAddress } from "./rules";
import { orThrow } from "../../platform/supabase/or-throw";

type Client = ReturnType<typeof createSessionClientOn>;

const A_YEAR = "31536000";

/** Stores the PDF of an issue under a unique name; returns its public path. */
export async function addIssueFile(client: Client, bytes: Buffer): Promise<string> {
  const key = `${new Date().toISOString().slice(0, 7)}/${crypto.randomUUID()}.pdf`;
  orThrow(
    await client.storage
      .from("magazine-files")
      .upload(key, bytes, { contentType: "application/pdf", cacheControl: A_YEAR }),
  );
  return issueFileAddress(key);
}
