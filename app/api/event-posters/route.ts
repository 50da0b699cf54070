import { readPublishLink } from "@/lib/events/publishing/links/queries";
import { isEditableByLink, LINK_HEADER } from "@/lib/events/publishing/links/rules";
import { addEventPoster } from "@/lib/events/publishing/mutations";
import { eventFileUrl, MAX_EVENT_FILE_BYTES } from "@/lib/platform/media/rules";
import { requireSignedIn } from "@/lib/platform/auth/require";
import { fileBody } from "@/lib/platform/body";
import { accountCaller, type Caller } from "@/lib/platform/costs";
import { AppError } from "@/lib/platform/error";
import { publicHandler } from "@/lib/platform/handler";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { refused, type Refusal } from "@/lib/platform/refusal";
import { signedPath } from "@/lib/platform/signed-path";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { reencodePhoto } from "@/lib/panel/requests/service";

type Visitor = { address: string; by: Caller };
type Uploader = { by: Caller; owner: { account: string } | { link_token: string } };

/** Who uploads: an account with a confirmed address, or the holder of a publish link, who is limited by network address. */
async function uploaderOf(request: Request, { address, by }: Visitor): Promise<Uploader | Refusal> {
  const token = request.headers.get(LINK_HEADER);
  if (token === null) {
    const account = await requireSignedIn();
    if (!account.emailVerified) return refused("unverified");
    return { by: accountCaller(account, request), owner: { account: account.id } };
  }
  const link = await readPublishLink(createServiceClient(), token);
  if (!link) await takeAttempt("publishLinkRefused", address);
  const now = Date.now();
  if (!link || !(link.state === "open" || link.events.some((event) => isEditableByLink(event, now))))
    throw new AppError("access.denied");
  return { by, owner: { link_token: token } };
}

/** Stores a picture for an event, such as its poster, that is not saved yet, re-encoded without camera metadata; returns its name and a signed address. */
export const POST = publicHandler(
  {
    name: "event-posters",
    client: createServiceClient,
    async admit(request, visitor) {
      const uploader = await uploaderOf(request, visitor);
      if ("by" in uploader) await takeAttempt("eventPoster", uploader.by.caller);
      return uploader;
    },
    body: fileBody(MAX_EVENT_FILE_BYTES),
  },
  async ({ client, body, admitted: { by, owner } }) => {
    const path = await addEventPoster(client, await reencodePhoto(body, by), owner);
    if (!path) return refused("full");
    return Response.json({ path, preview: signedPath(eventFileUrl(path)) }, { status: 201 });
  },
);
