import { answerStoredFile } from "@/app/stored-picture";
import { eventFileKey } from "@/lib/platform/media/rules";
import { createServiceClient } from "@/lib/platform/supabase/service";

/** A picture or document of an event; private until the event is published. */
export async function GET(request: Request, { params }: { params: Promise<{ month: string; name: string }> }) {
  const { month, name } = await params;
  return answerStoredFile(
    request,
    "event-files",
    eventFileKey(`/arquivo-evento/${month}/${name}`),
    createServiceClient,
  );
}
