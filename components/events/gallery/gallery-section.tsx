import { getTranslations } from "next-intl/server";
import { CommandForm } from "@/components/ui/command-form";
import { LabelledInput } from "@/components/ui/labelled-input";
import { SystemSection } from "@/components/ui/system-page";
import { movePictureAction, removePictureAction, setPictureAction } from "@/lib/events/gallery/actions";
import type { GalleryPicture } from "@/lib/events/gallery/queries";
import { eventFileUrl } from "@/lib/platform/media/rules";
import { MAX_EVENT_PICTURES } from "@/lib/platform/supabase/database-constants/events";
import { GalleryForm } from "./gallery-form";

type Props = { event: string; pictures: readonly GalleryPicture[]; stage: "before" | "during" | "after" };

/** The pictures of an event, which its people describe, sort and remove, and the form that adds some. */
export async function GallerySection({ event, pictures, stage }: Props) {
  const t = await getTranslations("events/gallery");
  const room = MAX_EVENT_PICTURES - pictures.length;
  return (
    <SystemSection title={t("title")} lead={t("lead")}>
      {stage !== "after" && <p className="font-semibold">{t(stage)}</p>}
      {pictures.length === 0 && stage !== "before" && <p className="text-muted">{t("none")}</p>}
      {pictures.length > 0 && (
        <ol className="grid gap-4 lg:grid-cols-2">
          {pictures.map((picture, index) => (
            <Picture key={picture.id} picture={picture} isFirst={index === 0} isLast={index === pictures.length - 1} />
          ))}
        </ol>
      )}
      {stage !== "before" &&
        (room > 0 ? <GalleryForm event={event} room={room} /> : <p>{t("full", { most: MAX_EVENT_PICTURES })}</p>)}
    </SystemSection>
  );
}

async function Picture({ picture, isFirst, isLast }: { picture: GalleryPicture; isFirst: boolean; isLast: boolean }) {
  const t = await getTranslations("events/gallery");
  const { id, path, title, credit } = picture;
  return (
    <li className="grid content-start gap-3 rounded-lg border border-line p-3">
      <img
        src={eventFileUrl(path)}
        alt={title}
        loading="lazy"
        className="aspect-[3/2] w-full rounded-lg bg-raised object-cover"
      />
      {credit && <p className="text-sm text-muted">{t("credit", { credit })}</p>}
      <div className="flex flex-wrap gap-2">
        {!isFirst && <Move picture={id} steps="-1" label={t("earlier", { title })} />}
        {!isLast && <Move picture={id} steps="1" label={t("later", { title })} />}
      </div>
      <details>
        <summary className="flex min-h-11 cursor-pointer items-center font-semibold">{t("edit", { title })}</summary>
        <CommandForm action={setPictureAction} hidden={{ picture: id }} label={t("save")} className="mt-2">
          <LabelledInput name="title" label={t("form.alt")} defaultValue={title} required maxLength={160} />
          <LabelledInput
            name="title_en"
            label={t("form.altEnglish")}
            defaultValue={picture.title_en ?? ""}
            maxLength={160}
          />
          <LabelledInput
            name="title_es"
            label={t("form.altSpanish")}
            defaultValue={picture.title_es ?? ""}
            maxLength={160}
          />
          <LabelledInput name="credit" label={t("form.credit")} defaultValue={credit ?? ""} required maxLength={160} />
        </CommandForm>
      </details>
      <CommandForm
        action={removePictureAction}
        hidden={{ picture: id }}
        label={t("remove", { title })}
        confirm={t("removeConfirm", { title })}
        variant="danger"
      />
    </li>
  );
}

function Move({ picture, steps, label }: { picture: string; steps: "-1" | "1"; label: string }) {
  return <CommandForm action={movePictureAction} hidden={{ picture, steps }} label={label} variant="outline" />;
}
