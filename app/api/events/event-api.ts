import { z } from "zod";
import { openToken, readApiPage } from "@/lib/events/integrations/queries";
import { apiQuerySchema, bearerSchema, cursorOf, type OpenedToken } from "@/lib/events/integrations/schema";
import { apiCsv } from "@/lib/events/integrations/service";
import { AppError } from "@/lib/platform/error";
import { countRefused, takeGuess } from "@/lib/platform/failed-attempts/service";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { refused, type Refusal } from "@/lib/platform/refusal";
import { createServiceClient } from "@/lib/platform/supabase/service";

type Client = ReturnType<typeof createServiceClient>;

/** The token of a request; a request without one is no guess of a token and is refused at once. */
function tokenOf(request: Request): string {
  const header = request.headers.get("authorization");
  if (!header) throw new AppError("auth.required");
  return bearerSchema.safeParse(header).data ?? "";
}

/** What both addresses of the read API declare. */
export const EVENT_API = {
  name: "event api",
  params: z.object({ event: z.string() }),
  query: apiQuerySchema,
  limit: (address: string) => takeGuess("eventApi", "event_api", address),
  client: createServiceClient,
  cost: { name: "export", points: 1, isShort: true },
  headers: { "cache-control": "private, no-store", "x-robots-tag": "noindex" },
  async open({ request, client }: { request: Request; client: Client }) {
    const token = tokenOf(request);
    const opened = await openToken(client, token);
    return opened && { ...opened, token };
  },
  missing: "auth.required",
  async guessed(address: string) {
    await countRefused("event_api", address);
    await takeGuess("eventApiRefused", "event_api", address);
  },
  refuse: ({ code, status, details }: Refusal) =>
    status === 401
      ? Response.json({ code }, { status, headers: { "www-authenticate": "Bearer" } })
      : { code: code === "missing" ? "not_found" : code, ...details },
} as const;

type Asked = {
  opened: OpenedToken & { token: string };
  params: { event: string };
  query: z.output<typeof apiQuerySchema>;
  request: Request;
  client: Client;
};

/** Whether the answer is a CSV file: by the parameter, otherwise by the header `Accept`. */
const wantsCsv = (format: "csv" | "json" | undefined, request: Request) =>
  format ? format === "csv" : (request.headers.get("accept") ?? "").toLowerCase().startsWith("text/csv");

/** A page of registrations or check-ins as JSON or CSV, with the ticked columns of the token. */
export async function apiAnswer(
  resource: "registrations" | "checkins",
  { opened, params, query, request, client }: Asked,
): Promise<Response | Refusal> {
  await takeAttempt("eventApiToken", opened.id);
  if (opened.event_id !== params.event.toLowerCase()) return refused("not_found");
  const ticked = resource === "registrations" ? opened.registration_columns : opened.checkin_columns;
  if (ticked.length === 0) return refused("access.permission");
  const page = await readApiPage(client, resource, {
    token: opened.token,
    event: opened.event_id,
    after: query.cursor,
    most: query.limit,
  });
  if (!page) return refused("auth.required");
  const next = page.next && cursorOf(page.next);
  const headers = { ...(next && { "x-next-cursor": next }) };
  if (!wantsCsv(query.format, request)) return Response.json({ data: page.rows, next }, { headers });
  const ids = resource === "registrations" ? ["id"] : ["id", "registration"];
  return new Response(apiCsv([...ids, ...ticked], page.rows), {
    headers: { ...headers, "content-type": "text/csv; charset=utf-8" },
  });
}
