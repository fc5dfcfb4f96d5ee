print("fox-sync")
