import { readFormData } from "@/lib/platform/body";
import { countRefused, takeGuess } from "@/lib/platform/failed-attempts/service";
import { callerAddress } from "@/lib/platform/caller";
import { addressCaller } from "@/lib/platform/costs";
import { fileTypeOf } from "@/lib/platform/file-type";
import { requireInactivePdf } from "@/lib/platform/pdf-check";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { addDocument } from "@/lib/events/registrations/mutations";
import { readRegistration } from "@/lib/events/registrations/queries";
import { DOCUMENT_TYPES, documentSchema, MAX_DOCUMENT_BYTES } from "@/lib/events/registrations/schema";
import { reencodePhoto } from "@/lib/panel/requests/service";
import { answer, handled } from "../answer";

/** Allowance for the form fields beside the file, in bytes. */
const FORM_BYTES = 4096;

const REFUSED = { not_asked: "document.notAsked", too_much: "document.tooMuch" } as const;

/** Stores a document for the holder of a registration's link; only the person and the team can read it. */
export function POST(request: Request): Promise<Response> {
  return handled("registration documents", async () => {
    requireSameOrigin(request);
    const address = await callerAddress();
    await takeGuess("registrationUpload", "registration", address);
    const form = await readFormData(request, MAX_DOCUMENT_BYTES + FORM_BYTES);
    const fields = documentSchema.safeParse(form && Object.fromEntries(form));
    if (!fields.success) return answer("input.invalid");
    const { token, kind, expires, file } = fields.data;
    const registration = await readRegistration(token);
    if (!registration) {
      await countRefused("registration", address);
      return answer("registration.missing");
    }
    await takeAttempt("registrationDocument", registration.id);
    const bytes = Buffer.from(await file.arrayBuffer());
    const type = await fileTypeOf(bytes, DOCUMENT_TYPES);
    if (!type) return answer("document.type");
    const isPdf = type.extension === "pdf";
    if (isPdf) await requireInactivePdf(bytes);
    const outcome = await addDocument(createServiceClient(), {
      registration: registration.id,
      token,
      kind,
      expires: expires || null,
      // A photo is encoded again, which removes its location and other metadata.
      bytes: isPdf ? bytes : await reencodePhoto(bytes, await addressCaller(request)),
      extension: isPdf ? "pdf" : "webp",
    });
    if (outcome === "added") return Response.json({ status: "sent" }, { status: 201 });
    return outcome === "closed" ? answer("registration.closed") : answer(REFUSED[outcome], { kind: outcome });
  });
}
