import { answerStoredFile } from "@/app/stored-picture";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { imageKey } from "@/lib/partners/vouchers/rules";

/** The image of a voucher; private until the voucher is shown. */
export async function GET(request: Request, { params }: { params: Promise<{ place: string; name: string }> }) {
  const { place, name } = await params;
  return answerStoredFile(request, "voucher-images", imageKey(`/imagem-voucher/${place}/${name}`), createServiceClient);
}
