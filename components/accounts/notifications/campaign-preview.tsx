type CampaignPreviewProps = { title: string; empty: string; draft: { title: string; body: string; link: string } };

/** Preview of the notice as recipients see it. */
export function CampaignPreview({ title, empty, draft }: CampaignPreviewProps) {
  return (
    <section className="grid gap-2">
      <h2 className="text-xl">{title}</h2>
      <div className="rounded-xl border-2 border-line border-l-4 border-l-faixa bg-surface p-4">
        <p className="font-semibold wrap-anywhere">{draft.title || empty}</p>
        <p className="whitespace-pre-line wrap-anywhere">{draft.body}</p>
        {draft.link && <p className="text-sm text-link underline wrap-anywhere">{draft.link}</p>}
      </div>
    </section>
  );
}
