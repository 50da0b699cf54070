import { fill } from "@/components/ui/fill";
import { sections } from "./reader-model";
import styles from "./reader.module.css";
import { useReaderTexts } from "./reader-texts";

/** All pages with picture and title, as links. */
export function ContentsPanel({ page, onGo }: { page: number; onGo: (page: number) => void }) {
  const labels = useReaderTexts();
  const items = sections().map((section) => ({
    number: Number(section.dataset.page),
    title: section.dataset.title ?? "",
    picture: section.querySelector<HTMLImageElement>("[data-art] img")?.getAttribute("src") ?? undefined,
  }));
  return (
    <nav className={styles.panel} aria-label={labels.contents}>
      <ol className={styles.thumbs}>
        {items.map(({ number, title, picture }) => (
          <li key={number}>
            <button
              type="button"
              aria-current={number === page ? "page" : undefined}
              aria-label={fill(labels.goTo, { page: number, title })}
              onClick={() => onGo(number)}
              className={styles.thumb}
            >
              <img src={picture} alt="" loading="lazy" />
              <span>
                <b>{number}</b> {title}
              </span>
            </button>
          </li>
        ))}
      </ol>
      <p className={styles.hint}>{labels.keys}</p>
    </nav>
  );
}
