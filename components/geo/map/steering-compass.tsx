import styles from "./steering-compass.module.css";

/** A compass rose drawn as a three-spoke steering wheel, north up. */
export function SteeringCompass({ x, y, size }: { x: number; y: number; size: number }) {
  return (
    <g className={styles.compass} transform={`translate(${x} ${y}) scale(${size / 100})`} aria-hidden="true">
      <circle r="76" strokeWidth="10" />
      <circle r="76" strokeWidth="2" className={styles.grip} />
      <path
        className={styles.spoke}
        d="M-70 14C-44 0-30-6-18-4L18-4C30-6 44 0 70 14L68 26C46 16 30 18 20 14L12 22 10 72H-10L-12 22-20 14C-30 18-46 16-68 26Z"
      />
      <circle className={styles.hub} r="17" />
      <path className={styles.needle} d="M0-122L17-66 0-78-17-66Z" />
      <path className={styles.tick} d="M0 88V104M88 0H104M-88 0H-104" />
    </g>
  );
}
