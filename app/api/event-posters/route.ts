import { readPublishLink } from "@/lib/event-publishing/links/queries";
import { isEditableByLink, LINK_HEADER } from "@/lib/event-publishing/links/rules";
import { addEventFile } from "@/lib/event-publishing/mutations";
import { MAX_EVENT_FILE_BYTES } from "@/lib/events/rules";
import { currentAccount } from "@/lib/platform/auth/account";
import { readBytes } from "@/lib/platform/body";
import { callerAddress } from "@/lib/platform/caller";
import { accountCaller, addressCaller, type Caller } from "@/lib/platform/costs";
import { AppError } from "@/lib/platform/error";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { refusal } from "@/lib/platform/refusal";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { reencodePhoto } from "@/lib/requests/service";

const STATUS = { "input.invalid": 415 };

/** Who uploads: an account, or the address of the holder of a publish link. */
async function uploaderOf(request: Request): Promise<Caller> {
  const token = request.headers.get(LINK_HEADER);
  if (token === null) {
    const account = await currentAccount();
    if (!account) throw new AppError("auth.required");
    return accountCaller(account, request);
  }
  const address = await callerAddress();
  const link = await readPublishLink(createServiceClient(), token);
  if (!link) await takeAttempt("publishLinkRefused", address);
  const now = Date.now();
  if (!link || !(link.state === "open" || link.events.some((event) => isEditableByLink(event, now))))
    throw new AppError("access.denied");
  return addressCaller(request);
}

/** Stores the poster of an event that is not saved yet, re-encoded without camera metadata; returns its name. */
export async function POST(request: Request) {
  try {
    requireSameOrigin(request);
    const uploader = await uploaderOf(request);
    await takeAttempt("eventPoster", uploader.caller);
    const upload = await readBytes(request, MAX_EVENT_FILE_BYTES).catch(() => null);
    if (!upload) return Response.json({ code: "file.tooBig" }, { status: 413 });
    const path = await addEventFile(createServiceClient(), await reencodePhoto(upload, uploader), "image/webp");
    return Response.json({ path }, { status: 201 });
  } catch (error) {
    return refusal("event-posters", error, STATUS);
  }
}
