import { formBody } from "@/lib/platform/body";
import { countRefused, takeGuess } from "@/lib/platform/failed-attempts/service";
import { fileTypeOf } from "@/lib/platform/file-type";
import { tokenHandler } from "@/lib/platform/handler";
import { requireInactivePdf } from "@/lib/platform/pdf-check";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { refused } from "@/lib/platform/refusal";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { addDocument } from "@/lib/events/registrations/mutations";
import { readRegistration } from "@/lib/events/registrations/queries";
import { DOCUMENT_TYPES, documentSchema, MAX_DOCUMENT_BYTES } from "@/lib/events/registrations/schema";
import { reencodePhoto } from "@/lib/panel/requests/service";

/** Allowance for the form fields beside the file, in bytes. */
const FORM_BYTES = 4096;

const REFUSED = { not_asked: "document.notAsked", too_much: "document.tooMuch" } as const;

/** Stores a document for the holder of a registration's link; only the person and the team can read it. */
export const POST = tokenHandler(
  {
    name: "registration documents",
    limit: (address) => takeGuess("registrationUpload", "registration", address),
    body: formBody(documentSchema, MAX_DOCUMENT_BYTES + FORM_BYTES),
    client: createServiceClient,
    open: ({ body }) => readRegistration(body.token),
    missing: "registration.missing",
    guessed: (address) => countRefused("registration", address),
  },
  async ({ body: { token, kind, expires, file }, opened: registration, client, by }) => {
    await takeAttempt("registrationDocument", registration.id);
    const bytes = Buffer.from(await file.arrayBuffer());
    const type = await fileTypeOf(bytes, DOCUMENT_TYPES);
    if (!type) return refused("document.type");
    const isPdf = type.extension === "pdf";
    if (isPdf) await requireInactivePdf(bytes);
    const added = await addDocument(client, {
      registration: registration.id,
      token,
      kind,
      expires: expires || null,
      // A photo is encoded again, which removes its location and other metadata.
      bytes: isPdf ? bytes : await reencodePhoto(bytes, by),
      extension: isPdf ? "pdf" : "webp",
    });
    if (added.outcome === "saved") return Response.json({ status: "sent" }, { status: 201 });
    if (added.reason === "closed") return refused("registration.closed");
    return refused(REFUSED[added.reason], { fields: { kind: added.reason } });
  },
);
