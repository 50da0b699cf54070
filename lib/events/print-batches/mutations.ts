import "server-only";
import { AppError, type ErrorCode } from "../../platform/error";
import { databaseError } from "../../platform/supabase/or-throw";
import type { createSessionClient } from "../../platform/supabase/session";
import type { BadgesInput } from "./schema";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

const REFUSALS: Record<string, ErrorCode | undefined> = {
  nothing_to_print: "print.empty",
  too_much_to_print: "print.tooMany",
  printing: "print.running",
  not_found: "input.invalid",
};

/** The number that a function answered with. */
function counted({ data, error }: { data: number | null; error: { message: string; code?: string } | null }): number {
  if (!error) return data ?? 0;
  const code = REFUSALS[error.message];
  throw code ? new AppError(code) : databaseError(error);
}

export async function printBadges(client: SessionClient, input: BadgesInput): Promise<number> {
  const { event, type, attending, since, size, locale } = input;
  // The generated types do not say that these arguments of the function may be null.
  const filter = { type: type || null, attending: attending || null, since: since || null } as Record<
    "type" | "attending" | "since",
    string
  >;
  return counted(await client.rpc("print_badges", { event, ...filter, size, locale }));
}

export const printCertificates = async (client: SessionClient, event: string): Promise<number> =>
  counted(await client.rpc("print_certificates", { event }));

export const retryPrintBatch = async (client: SessionClient, batch: string): Promise<number> =>
  counted(await client.rpc("retry_print_batch", { batch }));
