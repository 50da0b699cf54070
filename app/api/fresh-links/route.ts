import { after } from "next/server";
import { findLink } from "@/lib/platform/links/mutations";
import { isLinkToken } from "@/lib/platform/links/rules";
import { freshLinkSchema, MAX_REQUEST_BYTES } from "@/lib/platform/links/schema";
import { enqueueMail } from "@/lib/platform/mails/mutations";
import { jsonBody } from "@/lib/platform/body";
import { AppError } from "@/lib/platform/error";
import { publicHandler } from "@/lib/platform/handler";
import type { Locale } from "@/lib/platform/i18n/routing";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { withoutBody } from "@/lib/platform/refusal";
import { reportError } from "@/lib/platform/report";
import { createServiceClient } from "@/lib/platform/supabase/service";

type Wanted = { token: string; contract: boolean; locale: Locale };

/** Mails a new link to the address stored with the sale of an old link; does nothing for an unknown token. */
async function sendFresh({ token, contract, locale }: Wanted): Promise<void> {
  if (!isLinkToken(token)) return;
  const client = createServiceClient();
  const found = await findLink(client, token);
  if (!found?.client_email || !found.sale_id) return;
  await takeAttempt("linkMail", found.sale_id);
  const kind = contract ? "contract" : found.kind;
  const link = { link_kind: kind, link_subject: kind === "report" ? found.subject_id : found.sale_id };
  const { client_contact_name: contact, client_company_name: company, number } = found;
  const data = { ...link, contact: contact ?? "", company: company ?? "", number: number ?? 0 };
  await enqueueMail(client, { to: found.client_email, template: `link_${kind}`, locale, data });
}

/** Requests a new link. The response is the same for every token and is sent before the lookup, so it does not reveal whether a token exists. */
export const POST = publicHandler(
  {
    name: "fresh-links",
    limit: "linkRequest",
    body: jsonBody(freshLinkSchema, MAX_REQUEST_BYTES),
    refuse: withoutBody,
  },
  ({ body }) => {
    after(() =>
      sendFresh(body).catch((error: unknown) => {
        if (!(error instanceof AppError && error.code === "rate.limited")) reportError("fresh-links", error);
      }),
    );
    return Response.json({ accepted: true }, { status: 202 });
  },
);
