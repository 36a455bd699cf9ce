import clsx from 'clsx';
import React from 'react';
import styles from './styles.module.css';

export default function Pill({ children, tone = 'calm', label }) {
	return <em className={clsx(styles.pill, `pill-${tone}`)}>{children || label}</em>;
}
