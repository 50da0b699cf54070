import "server-only";
import { orThrow } from "../../platform/supabase/or-throw";
import { createSessionClient } from "../../platform/supabase/session";

/** The pictures of an event in the order of its page, for the people who edit it. */
export async function getGallery(event: string) {
  return orThrow(
    await (
      await createSessionClient()
    )
      .from("event_media")
      .select(
        "id, path, title, title_en:translations->en->>title, title_es:translations->es->>title, credit, consented_at",
      )
      .eq("event_id", event)
      .eq("kind", "gallery")
      .order("position")
      .order("created_at")
      .order("id"),
  );
}
export type GalleryPicture = Awaited<ReturnType<typeof getGallery>>[number];
