/** Table of contents: beside the text on a wide screen, collapsible above it on a phone. */
export function Contents({ title, entries }: { title: string; entries: readonly { id: string; text: string }[] }) {
  return (
    <nav
      aria-label={title}
      data-print="hide"
      className="lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6rem)] lg:self-start lg:overflow-y-auto"
    >
      <details open className="rounded-2xl border-2 border-line bg-surface p-4 lg:p-5">
        <summary className="font-display text-xl">{title}</summary>
        <ul className="mt-2 grid gap-0.5">
          {entries.map(({ id, text }) => (
            <li key={id}>
              <a href={`#${id}`} className="block py-1.5 leading-snug text-link hover:underline">
                {text}
              </a>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  );
}
