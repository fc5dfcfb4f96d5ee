# fox-sync beside what people use today: each part measures one kind of work and says what it means.
