import "server-only";
import { orThrow, type ErrorCodes } from "../../platform/supabase/or-throw";
import type { createSessionClient } from "../../platform/supabase/session";
import type { BadgesInput } from "./schema";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

const REFUSALS: ErrorCodes = {
  nothing_to_print: "print.empty",
  too_much_to_print: "print.tooMany",
  printing: "print.running",
  not_found: "input.invalid",
};

export async function printBadges(client: SessionClient, input: BadgesInput): Promise<number> {
  const { event, type, attending, since, size, locale, registrations } = input;
  // The generated types do not say that these arguments of the function may be null.
  const filter = { type: type || null, attending: attending || null, since: since || null } as Record<
    "type" | "attending" | "since",
    string
  >;
  return orThrow(
    await client.rpc("print_badges", { event, ...filter, size, locale, ...(registrations && { registrations }) }),
    REFUSALS,
  );
}

export const printCertificates = async (client: SessionClient, event: string): Promise<number> =>
  orThrow(await client.rpc("print_certificates", { event }), REFUSALS);

export const retryPrintBatch = async (client: SessionClient, batch: string): Promise<number> =>
  orThrow(await client.rpc("retry_print_batch", { batch }), REFUSALS);
