import "server-only";
import type { z } from "zod";
import { AppError } from "../../../platform/error";
import { savedOrGone } from "../../../platform/outcome-schema";
import { orThrow } from "../../../platform/supabase/or-throw";
import type { createSessionClient } from "../../../platform/supabase/session";
import type { noteSchema } from "./schema";

type Client = Awaited<ReturnType<typeof createSessionClient>>;
const REFUSALS = { "42501": "access.permission", invalid: "input.invalid" } as const;

function saved(answer: Parameters<typeof orThrow>[0]): void {
  if (savedOrGone.parse(orThrow(answer, REFUSALS)).outcome === "gone") throw new AppError("registration.missing");
}

/** Stores an internal note about a registration. */
export async function addNote(client: Client, input: z.output<typeof noteSchema>): Promise<void> {
  saved(await client.rpc("add_registration_note", input));
}

export async function removeNote(client: Client, note: string): Promise<void> {
  saved(await client.rpc("remove_registration_note", { note }));
}
