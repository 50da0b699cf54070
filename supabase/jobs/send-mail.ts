import path from "node:path";
import { z } from "zod";
import { saleRemindersHandlerPath } from "../../lib/commerce/sales/rules";
import { eventCodePicture } from "../../lib/events/codes/service";
import { followLink } from "../../lib/events/follows/queries";
import { followHandlerPath, followPath } from "../../lib/events/follows/rules";
import { mapOfFacts } from "../../lib/events/messages/automatic/rules";
import { eventInvitationToken } from "../../lib/events/members/queries";
import { eventInvitationPath } from "../../lib/events/members/rules";
import { serverLink } from "../../lib/platform/links/mutations";
import { deriveToken } from "../../lib/platform/links/queries";
import { LINK_KINDS, linkPath } from "../../lib/platform/links/rules";
import { AppError } from "../../lib/platform/error";
import { renderMail } from "../../lib/platform/mails/rules";
import { mailSchema, type Mail } from "../../lib/platform/mails/schema";
import { sendMail, type Attachment } from "../../lib/platform/mails/service";
import { localePath } from "../../lib/platform/i18n/routing";
import { staffInvitationToken } from "../../lib/partners/own-places/queries";
import { staffInvitationPath } from "../../lib/partners/own-places/rules";
import { loadNamespace } from "../../lib/platform/i18n/messages";
import { env } from "../../lib/platform/env";
import { shareToken } from "../../lib/travel/saved-trips/shares/queries";
import { sharedTripPath } from "../../lib/travel/saved-trips/shares/rules";
import { orThrow } from "../../lib/platform/supabase/or-throw";
import { createServiceClient } from "../../lib/platform/supabase/service";
import { offerToken } from "../../lib/garage/sharing/handover/queries";
import { offerPath } from "../../lib/garage/sharing/handover/rules";
import { invitationToken } from "../../lib/garage/sharing/queries";
import { invitationPath } from "../../lib/garage/sharing/rules";
import { messagesHandlerPath } from "../../lib/events/registrations/rules";
import { linkOf } from "../local/mail-template";
import { MailStore } from "../local/mail-store";
import { failureReason } from "./failure";
import type { Job, JobContext } from "./job";

const linkData = z.object({ link_kind: z.enum(LINK_KINDS), link_subject: z.uuid() });

const followData = z.object({ follow: z.uuid() });

/** The page where the reader ends the mails, which is also the target of the button of a mail about the follow itself. */
function withFollow({ follow: given, ...values }: Mail["data"]): Mail["data"] {
  const follow = followData.safeParse({ follow: given });
  if (!follow.success) return values;
  const link = followLink(follow.data.follow);
  return { path: followPath(link), ...values, end_path: followPath(link), one_click_path: followHandlerPath(link) };
}

const invitationData = z.object({ place_invitation: z.uuid() });

/** The page where a person joins the staff of a place. */
function withStaffInvitation({ place_invitation: given, ...values }: Mail["data"]): Mail["data"] {
  const found = invitationData.safeParse({ place_invitation: given });
  return found.success
    ? { ...values, path: staffInvitationPath(staffInvitationToken(found.data.place_invitation)) }
    : values;
}

const eventInvitationData = z.object({ event_invitation: z.uuid() });

/** The page where a person accepts a role in an event. */
function withEventInvitation({ event_invitation: given, ...values }: Mail["data"]): Mail["data"] {
  const found = eventInvitationData.safeParse({ event_invitation: given });
  return found.success
    ? { ...values, path: eventInvitationPath(eventInvitationToken(found.data.event_invitation)) }
    : values;
}

const tripData = z.object({ trip_share: z.uuid() });

/** The page of a delivered trip panel. */
function withTrip({ trip_share: given, ...values }: Mail["data"]): Mail["data"] {
  const trip = tripData.safeParse({ trip_share: given });
  return trip.success ? { ...values, path: sharedTripPath(shareToken(trip.data.trip_share)) } : values;
}

const uuid = z.uuid();

/** The page of an invitation to a car, or of a car that is offered to its buyer. */
function withVehicle({
  vehicle_invitation: invited,
  vehicle_handover: offered,
  ...values
}: Mail["data"]): Mail["data"] {
  const [invitation, handover] = [uuid.safeParse(invited), uuid.safeParse(offered)];
  if (invitation.success) return { ...values, path: invitationPath(invitationToken(invitation.data)) };
  return handover.success ? { ...values, path: offerPath(offerToken(handover.data)) } : values;
}

/** Adds the link path to the mail values. The token is computed at sending time, so that the queue never stores it. */
async function withLink({ link_kind, link_subject, draft, ...values }: Mail["data"]): Promise<Mail["data"]> {
  if (typeof draft === "string")
    return { ...values, path: `${String(values.path)}&rascunho=${deriveToken("draft", draft, 1)}` };
  const link = linkData.safeParse({ link_kind, link_subject });
  if (!link.success) return values;
  const { link_kind: kind, link_subject: subject } = link.data;
  const { token } = await serverLink(createServiceClient(), kind, subject);
  return { ...values, path: linkPath(kind, token) };
}

/** Fills in the link of a text of an organiser. */
function withMessage(
  { ends_messages: endsMessages, fills_link: fillsLink, ...values }: Mail["data"],
  locale: Mail["locale"],
): Mail["data"] {
  const { path: target, body } = values;
  if ((endsMessages !== true && fillsLink !== true) || typeof target !== "string" || typeof body !== "string")
    return values;
  const link = new URL(localePath(locale, target), env.NEXT_PUBLIC_SITE_URL).href;
  return { ...values, body: body.replaceAll("{link}", () => link) };
}

/** The map of an event, for mails that have its position or know that there is none. */
function withMap({ lat, lng, ...values }: Mail["data"]): Mail["data"] {
  return lat === undefined ? values : { ...values, map: mapOfFacts({ lat, lng, place: values.place }) };
}

/** The registration of the certificate behind a path. */
async function registrationOfCertificate(path: unknown): Promise<string | null> {
  const code = typeof path === "string" ? path.split("/").at(-1)! : "";
  const found = await createServiceClient().from("certificates").select("registration_id").eq("code", code);
  return orThrow(found).at(0)?.registration_id ?? null;
}

/** Where the client of a sale ends its reminders: the payment page, and one click (RFC 8058). */
async function withSaleEnd({ ends_sale: given, ...values }: Mail["data"]): Promise<Mail["data"]> {
  const sale = uuid.safeParse(given);
  if (!sale.success) return values;
  const { token } = await serverLink(createServiceClient(), "payment", sale.data);
  return {
    ...values,
    end_path: `${linkPath("payment", token)}#lembretes`,
    one_click_path: saleRemindersHandlerPath(token),
  };
}

/** Where a registered person ends the mails that an organiser sends to everybody: the page, and one click (RFC 8058). */
async function withEnd({ template, data }: Mail): Promise<Mail["data"]> {
  const { ends_registration: given, ...values } = await withSaleEnd(data);
  const subject = values.ends_messages === true ? values.link_subject : given;
  const registration = uuid.safeParse(
    template === "certificate_issued" ? await registrationOfCertificate(values.path) : subject,
  );
  if (!registration.success) return values;
  const { token } = await serverLink(createServiceClient(), "registration", registration.data);
  return {
    ...values,
    end_path: `${linkPath("registration", token)}#mensagens`,
    one_click_path: messagesHandlerPath(token),
  };
}

const accountLink = z.enum(["magiclink", "recovery"]);

/** A link that signs an account in, and its code; created at sending time, so that the queue never stores them. */
async function withAccountLink({ account_link: kind, ...values }: Mail["data"], { to }: Mail): Promise<Mail["data"]> {
  // Mails enqueued before there were two types have `true`.
  const type = accountLink.safeParse(kind === true ? "magiclink" : kind);
  if (!type.success) return values;
  const { data, error } = await createServiceClient().auth.admin.generateLink({ type: type.data, email: to });
  if (error?.status === 404) throw new AppError("link.expired", { cause: error });
  if (error) throw new AppError("service.unavailable", { cause: error });
  const { hashed_token: token, email_otp: code } = data.properties;
  const next = new URL(String(values.path), env.NEXT_PUBLIC_SITE_URL).href;
  const query = new URLSearchParams({ token_hash: token, type: type.data, next });
  return { ...values, code, path: `/auth/confirm?${query.toString()}` };
}

/** Mails of a message of an organiser, and automatic mails of an event. */
const isMessage = ({ data }: Mail) => data.ends_messages === true || typeof data.automatic === "string";

/** Whether the person cancelled or ended the messages since the mail was enqueued. */
async function isSkipped({ id, sql }: JobContext): Promise<boolean> {
  const [row] = await sql<{ skipped: boolean }[]>`select private.skip_message_mail(${id}) as skipped`;
  return row?.skipped ?? false;
}

/** Stores the result of an attempt for the panel: of messages of an organiser, and of maintenance reminders. */
async function note({ id, sql }: JobContext, mail: Mail, failure: string | null): Promise<void> {
  const { template } = mail;
  if (isMessage(mail)) await sql`select private.note_message_mail(${id}, ${failure})`;
  else if (template === "maintenance_reminders") await sql`select private.note_reminder_job(${id}, ${failure})`;
}

async function deliver(context: JobContext, mail: Mail): Promise<void> {
  if (isMessage(mail) && (await isSkipped(context))) return;
  try {
    await sendOne(context, mail);
  } catch (error) {
    await note(context, mail, failureReason(error));
    throw error;
  }
  await note(context, mail, null);
}

const DOCUMENT_MS = 30_000;

/** Downloads a document from the payment page at `path`; returns an empty list when the page does not offer it. */
async function documentOf(path: unknown, document: "contrato" | "recibo"): Promise<Attachment[]> {
  const response = await fetch(
    new URL(`${String(path)}/${document}`, env.WORKER_SITE_URL ?? env.NEXT_PUBLIC_SITE_URL),
    { redirect: "manual", signal: AbortSignal.timeout(DOCUMENT_MS) },
  );
  if ([429, 502, 503, 504].includes(response.status)) throw new Error(`${document} answered ${response.status}`);
  if (!response.ok) return [];
  const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? `${document}.pdf`;
  return [{ filename: name, content: Buffer.from(await response.arrayBuffer()), contentType: "application/pdf" }];
}

/** The QR code of a registration for the gate, as a picture. */
async function codeOf({ sql }: JobContext, registration: unknown): Promise<Attachment[]> {
  const id = uuid.safeParse(registration);
  if (!id.success) return [];
  const [found] = await sql<{ event_id: string; badge_version: number; code: string }[]>`
    select event_id, badge_version, code from public.event_registrations where id = ${id.data}`;
  if (!found) return [];
  const content = await eventCodePicture({
    registrationId: id.data,
    eventId: found.event_id,
    badgeVersion: found.badge_version,
  });
  return [{ filename: `${found.code}.png`, content, contentType: "image/png" }];
}

/** The values of a mail with its link; null when what the link would lead to was deleted. */
async function linkedValues(mail: Mail): Promise<Mail["data"] | null> {
  try {
    const ended = withMap(await withEnd(mail));
    const linked = withVehicle(withTrip(withEventInvitation(withStaffInvitation(withFollow(ended)))));
    return withMessage(await withLink(await withAccountLink(linked, mail)), mail.locale);
  } catch (error) {
    if (error instanceof AppError && error.code === "link.expired") return null;
    throw error;
  }
}

/**
 * Sends one mail through SMTP_URL; without it, the mail goes to the embedded backend's mailbox. A mail whose subject
 * was deleted is not sent.
 */
async function sendOne(context: JobContext, mail: Mail): Promise<void> {
  const linked = await linkedValues(mail);
  if (!linked) return;
  const { id } = context;
  const { attach_contract: attachesContract, attach_receipt: attachesReceipt, attach_code: coded, ...values } = linked;
  const letter = renderMail(
    { ...mail, data: values },
    await loadNamespace(mail.locale, "platform/mails"),
    env.NEXT_PUBLIC_SITE_URL,
  );
  const attachments = [
    ...(attachesContract === true ? await documentOf(values.path, "contrato") : []),
    ...(attachesReceipt === true ? await documentOf(values.path, "recibo") : []),
    ...(await codeOf(context, coded)),
  ];
  if (env.SMTP_URL) return sendMail({ id, to: mail.to, ...letter, attachments });
  if (!env.SUPABASE_EMBEDDED || !env.SUPABASE_LOCAL_DIR) throw new Error("SMTP_URL is not set");
  await new MailStore(path.join(env.SUPABASE_LOCAL_DIR, "mailbox")).add(
    {
      to: mail.to,
      ...letter,
      link: linkOf(letter.html),
      attachments: attachments.map(({ filename, content }) => ({ filename, bytes: content.length })),
    },
    id.replaceAll("-", ""),
  );
}

/** Sends a queued mail. */
export const sendMailJob: Job = {
  name: "send-mail",
  lanes: 3,
  retryLimit: 12,
  expireSeconds: 90,
  run: (context, data) => deliver(context, mailSchema.parse(data)),
};
