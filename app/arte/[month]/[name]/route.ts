import { answerStoredFile } from "@/app/stored-picture";
import { artKey } from "@/lib/commerce/ads/rules";
import { createServiceClient } from "@/lib/platform/supabase/service";

/** A banner's image; private until the banner is approved. */
export async function GET(request: Request, { params }: { params: Promise<{ month: string; name: string }> }) {
  const { month, name } = await params;
  return answerStoredFile(request, "ad-art", artKey(`/arte/${month}/${name}`), createServiceClient);
}
