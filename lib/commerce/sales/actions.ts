"use server";

import { headers } from "next/headers";
import { sharedToken } from "../../platform/links/mutations";
import { linkPath } from "../../platform/links/rules";
import { permissionAction, userAction } from "../../platform/action";
import { hasPermission, SELLER_ROLES } from "../../platform/auth/permissions";
import { accountCaller } from "../../platform/costs";
import { env } from "../../platform/env";
import { AppError } from "../../platform/error";
import { formatMoney } from "../../platform/format";
import { DEFAULT_LOCALE } from "../../platform/i18n/routing";
import { outcomeKey } from "../../platform/outcome";
import { createSessionClient } from "../../platform/supabase/session";
import { whatsappAddress } from "../../platform/whatsapp";
import { ownSeller, ownSellerId } from "../sellers/queries";
import { cancelSale, deleteSignatures, saveSale, setSaleInvoice } from "./mutations";
import { saleMessage } from "./rules";
import { cancelSaleSchema, cleanSignaturesSchema, saleInvoiceSchema, saleSchema } from "./schema";
import { reencodeSignature } from "./service";

const USER_AGENT_LENGTH = 300;

/** Saves a sale of the calling seller and returns how the client gets the payment link. */
export const submitSaleAction = userAction.inputSchema(saleSchema).action(async ({ parsedInput, ctx }) => {
  const own = SELLER_ROLES.some((role) => role === ctx.account.role) ? await ownSeller(ctx.account.id) : null;
  if (own?.status === "suspended") return { failure: "suspended" as const };
  if (own?.status !== "active") throw new AppError("access.denied");
  const sellerId = own.id;
  const { seller_signature, client_signature, ...facts } = parsedInput;
  const isRemote = facts.is_remote_signing;
  const by = accountCaller(ctx.account);
  const seller = await reencodeSignature(await seller_signature.bytes(), by);
  const client = client_signature && !isRemote ? await reencodeSignature(await client_signature.bytes(), by) : null;
  if (!seller || (!client && !isRemote)) return { failure: "signature" as const };
  const signed_with = ((await headers()).get("user-agent") ?? "").slice(0, USER_AGENT_LENGTH);
  const session = await createSessionClient();
  const created = await saveSale(session, sellerId, { ...facts, signed_with }, { seller, client });
  if (created.outcome === "refused") {
    if (created.reason === "upload") return { failure: "upload" as const, reason: created.error };
    if (created.reason === "invalid") return { failure: "refused" as const, field: created.field ?? "payload" };
    const { sale, saved } = created;
    const cents = saved.seen_price_cents;
    const price = cents && { seen_price_cents: formatMoney(Number(cents), DEFAULT_LOCALE) };
    return { failure: "differs" as const, sale, saved: { ...saved, ...price } };
  }
  const { id, client_phone, client_contact_name } = created;
  const link = env.NEXT_PUBLIC_SITE_URL + linkPath("payment", await sharedToken(session, "payment", id));
  return {
    saleId: id,
    link,
    whatsapp: whatsappAddress(client_phone, saleMessage(client_contact_name, link, isRemote), { isSale: true }),
  };
});

/** Cancels an unpaid sale, for its seller or a seller manager. */
export const cancelSaleAction = userAction
  .inputSchema(cancelSaleSchema)
  .action(async ({ parsedInput: { id, reason }, ctx }) => {
    if (!hasPermission(ctx.account, "sellers") && !(await ownSellerId(ctx.account.id)))
      throw new AppError("access.denied");
    const cancelled = outcomeKey(await cancelSale(await createSessionClient(), id, reason));
    if (cancelled === "sale_in_progress") throw new AppError("sale.inProgress");
    if (cancelled !== "saved") throw new AppError("input.invalid", { detail: cancelled });
  });

/** Deletes one batch of orphaned signature files. */
export const cleanSignaturesAction = permissionAction
  .metadata({ permission: "sellers" })
  .inputSchema(cleanSignaturesSchema)
  .action(async ({ parsedInput: { paths } }) => ({
    deleted: await deleteSignatures(await createSessionClient(), paths),
  }));

/** Stores the NFS-e number of a paid sale, for financial managers. */
export const setSaleInvoiceAction = permissionAction
  .metadata({ permission: "financials" })
  .inputSchema(saleInvoiceSchema)
  .action(async ({ parsedInput: { id, number } }) => {
    const stored = outcomeKey(await setSaleInvoice(await createSessionClient(), id, number));
    if (stored !== "saved") throw new AppError("input.invalid", { detail: stored });
  });
