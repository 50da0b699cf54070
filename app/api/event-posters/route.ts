import { readPublishLink } from "@/lib/events/publishing/links/queries";
import { isEditableByLink, LINK_HEADER } from "@/lib/events/publishing/links/rules";
import { addEventPoster } from "@/lib/events/publishing/mutations";
import { currentAccount } from "@/lib/platform/auth/account";
import { readBytes } from "@/lib/platform/body";
import { callerAddress } from "@/lib/platform/caller";
import { accountCaller, addressCaller, type Caller } from "@/lib/platform/costs";
import { AppError } from "@/lib/platform/error";
import { eventFileUrl, MAX_EVENT_FILE_BYTES } from "@/lib/platform/media/rules";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { refusal } from "@/lib/platform/refusal";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { signedPath } from "@/lib/platform/signed-path";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { reencodePhoto } from "@/lib/panel/requests/service";

const STATUS = { "input.invalid": 415 };

type Uploader = { by: Caller; owner: { account: string } | { link_token: string } };

/** Who uploads: an account with a confirmed address, or the holder of a publish link, who is limited by network address. */
async function uploaderOf(request: Request): Promise<Uploader | null> {
  const token = request.headers.get(LINK_HEADER);
  if (token === null) {
    const account = await currentAccount();
    if (!account) throw new AppError("auth.required");
    return account.emailVerified ? { by: accountCaller(account, request), owner: { account: account.id } } : null;
  }
  const address = await callerAddress();
  const link = await readPublishLink(createServiceClient(), token);
  if (!link) await takeAttempt("publishLinkRefused", address);
  const now = Date.now();
  if (!link || !(link.state === "open" || link.events.some((event) => isEditableByLink(event, now))))
    throw new AppError("access.denied");
  return { by: await addressCaller(request), owner: { link_token: token } };
}

/** Stores the poster of an event that is not saved yet, re-encoded without camera metadata; returns its name and a signed address. */
export async function POST(request: Request) {
  try {
    requireSameOrigin(request);
    const uploader = await uploaderOf(request);
    if (!uploader) return Response.json({ code: "unverified" }, { status: 403 });
    await takeAttempt("eventPoster", uploader.by.caller);
    const upload = await readBytes(request, MAX_EVENT_FILE_BYTES).catch(() => null);
    if (!upload) return Response.json({ code: "file.tooBig" }, { status: 413 });
    const path = await addEventPoster(createServiceClient(), await reencodePhoto(upload, uploader.by), uploader.owner);
    if (!path) return Response.json({ code: "full" }, { status: 409 });
    return Response.json({ path, preview: signedPath(eventFileUrl(path)) }, { status: 201 });
  } catch (error) {
    return refusal("event-posters", error, STATUS);
  }
}
